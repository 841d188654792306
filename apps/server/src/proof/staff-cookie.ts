import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { addStaff, beginStaffSession, resumeStaffSession, verifyStaffSession } from '#modules/staff'
import type { StaffRole } from '@playhouse/domain/staff'

/** Returns the cookie of a new session with both factors of the staff user `<role>@house.example`, who is added the first time. */
export async function staffCookieOf(db: Kysely<Database>, role: StaffRole): Promise<{ readonly cookie: string; readonly staff: string }> {
  const email = `${role}@house.example`
  const read = () => db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst()
  if (!(await read())) await addStaff(db, { email, name: `A ${role}`, role, password: 'never-typed-by-anyone' }, 'test')
  const { id } = (await read())!
  const session = await resumeStaffSession(db, await beginStaffSession(db, id))
  return { cookie: `staff=${await verifyStaffSession(db, session!)}`, staff: id }
}
