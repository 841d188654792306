import { z } from 'zod'
import { mostTokenDays, tokenScopes, tokenStates } from '@playhouse/domain/api-token'
import { idSchema } from '@playhouse/domain/id'
import { staffAccountStates, staffRoles } from '@playhouse/domain/staff'
import { instantSchema } from '@playhouse/domain/time'
import { endpoint } from './endpoint.ts'

const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
const name = z.string().trim().min(1).max(80)
const role = z.enum(staffRoles)
const ofAccount = z.strictObject({ account: idSchema })

const staffAccountSchema = z.strictObject({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  role,
  state: z.enum(staffAccountStates),
  /** Whether an authenticator was set up; it is at the first sign-in. */
  hasSecondFactor: z.boolean(),
  /** The account of the staff user who reads it, which nothing here changes. */
  isOwn: z.boolean(),
  addedAt: instantSchema,
})
/** A staff account as administrators see it. */
export type StaffAccount = z.infer<typeof staffAccountSchema>

const withPassword = z.strictObject({
  account: staffAccountSchema,
  /** The generated password, in this reply only. */
  password: z.string(),
})

const apiTokenSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  state: z.enum(tokenStates),
  /** The name of the staff user who created it and under whose name its changes are recorded. */
  by: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  /** The last use, to the minute; null where it was never used. */
  lastUsedAt: instantSchema.nullable(),
})
/** A token by which a program calls the API. */
export type ApiToken = z.infer<typeof apiTokenSchema>

const problems = ['not-allowed', 'second-factor-required'] as const
const manage = { access: 'staff', permission: 'manage-staff' } as const

/** Endpoints of administrators: staff accounts, and the tokens of programs. */
export const staffAccounts = {
  list: endpoint('GET', '/staff/accounts', {
    summary: 'All staff accounts, those of dismissed staff users last',
    access: 'staff',
    permission: 'read-staff',
    reply: z.strictObject({ accounts: z.array(staffAccountSchema) }),
    problems: ['not-allowed'],
  }),
  add: endpoint('POST', '/staff/accounts', {
    summary: 'Add a staff account with a generated password; the second factor is set up at the first sign-in',
    ...manage,
    body: z.strictObject({ email, name, role }),
    reply: withPassword,
    problems: [...problems, 'id-taken'],
  }),
  edit: endpoint('PATCH', '/staff/accounts/:account', {
    summary: 'Change the name or the role of another staff user; another role ends their sessions',
    ...manage,
    params: ofAccount,
    body: z.strictObject({ name: name.optional(), role: role.optional() }),
    reply: z.strictObject({ account: staffAccountSchema }),
    problems,
  }),
  reset: endpoint('POST', '/staff/accounts/:account/reset', {
    summary: 'Generate a new password for another staff user, remove the second factor and any lock, and bring a dismissed account back',
    ...manage,
    params: ofAccount,
    reply: withPassword,
    problems,
  }),
  dismiss: endpoint('POST', '/staff/accounts/:account/dismiss', {
    summary: 'Deactivate the account of another staff user, end their sessions and revoke their tokens; their records keep the name',
    ...manage,
    params: ofAccount,
    reply: z.strictObject({ account: staffAccountSchema }),
    problems,
  }),
  tokens: endpoint('GET', '/staff/tokens', {
    summary: 'All API tokens without their secrets, the newest first',
    access: 'staff',
    permission: 'read-staff',
    reply: z.strictObject({ tokens: z.array(apiTokenSchema) }),
    problems: ['not-allowed'],
  }),
  createToken: endpoint('POST', '/staff/tokens', {
    summary: 'Create an API token. Programs send it as `Authorization: Bearer`',
    ...manage,
    body: z.strictObject({
      name,
      scopes: z
        .array(z.enum(tokenScopes))
        .min(1)
        .max(tokenScopes.length)
        .refine((scopes) => new Set(scopes).size === scopes.length),
      /** Days until it expires. */
      days: z.int().min(1).max(mostTokenDays),
    }),
    reply: z.strictObject({
      token: apiTokenSchema,
      /** The token itself, in this reply only. */
      secret: z.string(),
    }),
    problems,
  }),
  revokeToken: endpoint('POST', '/staff/tokens/:id/revoke', {
    summary: 'Revoke an API token at once',
    ...manage,
    params: z.strictObject({ id: idSchema }),
    reply: z.strictObject({ token: apiTokenSchema }),
    problems,
  }),
}
