import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { addStaff, deactivateStaff, listStaff, newStaffPassword, resetStaff } from '#modules/staff'
import { operate } from './operate.ts'

const usage = `Usage: pnpm staff add EMAIL "NAME" [--manager]   gives somebody an account at the counter
       pnpm staff reset EMAIL                  a new password, and a new second factor at the next sign-in
       pnpm staff dismiss EMAIL                they can't sign in any more
       pnpm staff list

A password is made and shown once. The second factor is chosen at the first sign-in, at /smart/sign-in.`

const actor = 'operator'

async function run(db: Kysely<Database>, args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { manager: { type: 'boolean' } } })
  const [verb, email, name, ...more] = positionals
  if (verb === 'list' && email === undefined) return describe(await listStaff(db))
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || more.length > 0) throw new RangeError(usage)
  const password = newStaffPassword()
  const shown = `The password of ${email} is shown this once: ${password}`
  const nobody = `nobody at the counter has the address ${email}`
  switch (verb) {
    case 'add': {
      if (!name?.trim()) throw new RangeError(usage)
      const isNew = await addStaff(db, { email, name: name.trim(), role: values.manager ? 'manager' : 'clerk', password }, actor)
      if (!isNew) throw new RangeError(`${email} has an account: pnpm staff reset ${email}`)
      return shown
    }
    case 'reset':
      if (!(await resetStaff(db, email, password, actor))) throw new RangeError(nobody)
      return shown
    case 'dismiss':
      if (!(await deactivateStaff(db, email, actor))) throw new RangeError(nobody)
      return `${email} can't sign in any more`
    default:
      throw new RangeError(usage)
  }
}

const describe = (all: Awaited<ReturnType<typeof listStaff>>): string =>
  all.length === 0
    ? 'nobody works at the counter yet'
    : all
        .map(({ email, name, role, second_factor_step: step, locked_at: lock }) =>
          [email, name, role, step === null ? 'no second factor yet' : '', lock ? 'locked: pnpm staff reset' : '']
            .filter(Boolean)
            .join(' · '),
        )
        .join('\n')

await operate((args) => (db) => run(db, args))
