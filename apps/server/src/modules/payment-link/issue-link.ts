import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { publish, transact } from '#db'
import type { IssueDeps } from '#modules/voucher'
import { linkProblem, linkTokenHash, lockLink } from './link-row.ts'

/**
 * Makes the token of a link that has none, and queues its mail. The database stores a digest of the token, and the token only
 * encrypted in the mail's message until it is sent. Idempotent.
 */
export async function issuePaymentLink({ db, codeVault }: IssueDeps, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const locked = await lockLink(trx, { id })
    if (!locked || linkProblem(locked.link)) return
    const token = randomBytes(32).toString('base64url')
    const { rows } = await sql<{ id: string }>`
      update payment_link set token_hash = ${linkTokenHash(token)}, issued_at = now()
      where id = ${id} and token_hash is null returning id`.execute(trx)
    if (rows.length > 0) await publish(trx, 'mail.payment-link', id, { link: id, token: codeVault.encrypt(token) })
  })
}
