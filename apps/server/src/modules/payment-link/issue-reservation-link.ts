import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { transact } from '#db'
import type { BasketDeps } from '#modules/basket'
import type { IssueDeps } from '#modules/voucher'
import { linkTokenHash } from './link-row.ts'
import { deliveryOfLink } from './pay-reservation.ts'

type WinnerMail = {
  /** Id of the reserved order. */
  readonly reservation: string
  /** Id of the mail's message in the outbox. */
  readonly message: string
}

/**
 * Makes the token of the link by which a winner pays for a reserved order, once. The database stores a digest of the token, and the token only
 * encrypted in the mail's message until it is sent, so that a repeat of the mail has the same link.
 * @returns the token, or undefined where the brand has no delivery for such orders
 */
export async function issueReservationLink(
  { db, brand, codeVault }: IssueDeps & Pick<BasketDeps, 'brand'>,
  { reservation, message }: WinnerMail,
): Promise<string | undefined> {
  if (!deliveryOfLink(brand)) return undefined
  return transact(db, async (trx) => {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await sql<{ reservation_id: string }>`
      insert into reservation_link (reservation_id, token_hash) values (${reservation}, ${linkTokenHash(token)})
      on conflict (reservation_id) do nothing returning reservation_id`.execute(trx)
    if (rows.length === 0) return readStoredToken()
    await sql`update outbox set payload = payload || jsonb_build_object('token', ${codeVault.encrypt(token)}::text) where id = ${message}`.execute(
      trx,
    )
    return token

    /** Another run of the job made the token meanwhile. */
    async function readStoredToken(): Promise<string | undefined> {
      const stored = await sql<{ token: string | null }>`select payload ->> 'token' as token from outbox where id = ${message}`.execute(trx)
      return stored.rows[0]?.token ? codeVault.decrypt(stored.rows[0].token) : undefined
    }
  })
}

/** Removes the token of a winner's mail that is sent from its message. */
export async function forgetReservationToken({ db }: Pick<IssueDeps, 'db'>, message: string): Promise<void> {
  await sql`update outbox set payload = payload - 'token' where id = ${message}`.execute(db)
}
