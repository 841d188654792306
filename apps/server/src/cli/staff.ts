import { parseArgs } from 'node:util'
import { isStaffRole, staffRoles } from '@playhouse/domain/staff'
import { addStaff, changeStaffRole, deactivateStaff, listStaff, newStaffPassword, resetStaffAccount } from '#modules/staff'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm staff add EMAIL "NAME" [--role ROLE]   creates an account; without a role, a clerk
       pnpm staff reset EMAIL                         sets a new password; a new second factor is chosen at the next sign-in
       pnpm staff role EMAIL ROLE                     changes the role, and ends all sessions of the account
       pnpm staff dismiss EMAIL                       deactivates the account
       pnpm staff list
       pnpm staff --help                              prints this text

Roles: ${staffRoles.join(', ')}.

The password is generated and shown once. The second factor is chosen at the first sign-in, at /smart/sign-in.`

const actor = 'operator'

/** Validates the arguments before the database is opened. */
function parse(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { role: { type: 'string' } } })
  const [verb, email, name, ...more] = positionals
  const role = verb === 'role' ? name : (values.role ?? 'clerk')
  if (verb !== 'add' && (values.role !== undefined || (verb !== 'role' && name !== undefined))) throw new RangeError()
  if (verb === 'list' && email === undefined) return async (db) => describe(await listStaff(db))
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email) || more.length > 0) throw new RangeError()
  const password = newStaffPassword()
  const passwordNotice = `The password of ${email} is shown this once: ${password}`
  const isMissing = `no staff account has the address ${email}`
  switch (verb) {
    case 'add': {
      const trimmedName = name?.trim()
      if (!trimmedName || !isStaffRole(role)) throw new RangeError()
      return async (db) => {
        const isNew = await addStaff(db, { email, name: trimmedName, role, password }, actor)
        if (!isNew) throw new RangeError(`${email} has an account: pnpm staff reset ${email}`)
        return passwordNotice
      }
    }
    case 'role':
      if (!isStaffRole(role)) throw new RangeError()
      return async (db) => {
        if (!(await changeStaffRole(db, email, role, actor))) throw new RangeError(isMissing)
        return `${email} has the role ${role} from the next sign-in on`
      }
    case 'reset':
      return async (db) => {
        if (!(await resetStaffAccount(db, email, password, actor))) throw new RangeError(isMissing)
        return passwordNotice
      }
    case 'dismiss':
      return async (db) => {
        if (!(await deactivateStaff(db, email, actor))) throw new RangeError(isMissing)
        return `${email} can't sign in any more`
      }
    default:
      throw new RangeError()
  }
}

const describe = (all: Awaited<ReturnType<typeof listStaff>>): string =>
  all.length === 0
    ? 'no staff accounts'
    : all
        .map(({ email, name, role, second_factor_step: step, locked_at: lock }) =>
          [email, name, role, step === null ? 'no second factor yet' : '', lock ? 'locked: pnpm staff reset' : '']
            .filter(Boolean)
            .join(' · '),
        )
        .join('\n')

await runCommandLine(usage, parse)
