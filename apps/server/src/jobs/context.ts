import type { Mailer } from '#adapters/mail'
import type { OutboxTopic, StoredPayloads } from '#db'
import type { RenderedMail } from '#modules/mail'
import type { PaymentDeps } from '#modules/payment'
import type { CodeVault } from '#modules/voucher'
import type { Attachment } from '#adapters/mail'

/** Dependencies of jobs. `origin`: of the shop, for links. */
export type JobContext = PaymentDeps & { readonly mailer: Mailer; readonly codeVault: CodeVault }

/** Handles the messages of one topic. It must be idempotent: a crash before the message is marked as done repeats it. */
export type OutboxHandler<Topic extends OutboxTopic> = (payload: StoredPayloads[Topic], id: string) => Promise<unknown>
/** A handler for each of these topics. */
export type OutboxHandlers<Topics extends OutboxTopic = OutboxTopic> = { readonly [Topic in Topics]: OutboxHandler<Topic> }

/** A complete mail to one addressee. */
export type PreparedMail = {
  readonly to: string
  readonly mail: RenderedMail
  readonly attachments?: readonly Attachment[]
  /** The address that replies go to, where it is not the shop's. */
  readonly replyTo?: string
}

/**
 * Sends the mail that `prepare` returns, under the id of its outbox row, so that a repeat is the same mail. Sends nothing if
 * it returns undefined, or to a customer without an address, whose placeholder ends with the reserved `.invalid`.
 */
export const mailJob =
  <Payload>(mailer: Mailer, prepare: (payload: Payload) => Promise<PreparedMail | undefined>) =>
  async (payload: Payload, id: string): Promise<void> => {
    const preparedMail = await prepare(payload)
    if (!preparedMail || preparedMail.to.endsWith('.invalid')) return
    const { to, mail, attachments = [], replyTo } = preparedMail
    await mailer.send({ to, messageId: id, ...mail, attachments, ...(replyTo && { replyTo }) })
  }
