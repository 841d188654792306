import { parseArgs } from 'node:util'
import { discardMessage, listParked, type ParkedMessage, retryMessage } from '#jobs'
import { type Command, isRowId, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm outbox list         messages that failed too often and are parked: mails not sent, refunds not made
       pnpm outbox retry ID     makes a parked message due again
       pnpm outbox discard ID   closes a parked message without processing it; refused for a refund that is still owed
       pnpm outbox --help       prints this text`

const actor = { name: 'operator' }

/** Validates the arguments before the database is opened. */
function parse(args: readonly string[]): Command {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
  const [verb, id, ...more] = positionals
  if (verb === 'list' && id === undefined) return async (db) => describe(await listParked(db))
  if (!isRowId(id) || more.length > 0) throw new RangeError()
  const isMissing = `no parked message has the id ${id}: pnpm outbox list`
  switch (verb) {
    case 'retry':
      return async (db) => {
        if (!(await retryMessage(db, id, actor))) throw new RangeError(isMissing)
        return `${id} is due again`
      }
    case 'discard':
      return async (db) => {
        const result = await discardMessage(db, id, actor)
        if (result === 'missing') throw new RangeError(isMissing)
        if (result === 'owed') throw new RangeError(`${id} pays a refund that is still owed: retry it, or settle the refund (pnpm refunds)`)
        return `${id} is discarded`
      }
    default:
      throw new RangeError()
  }
}

const describe = (messages: readonly ParkedMessage[]): string =>
  messages.length === 0
    ? 'no message is parked'
    : messages
        .map(({ id, topic, key, tries, created_at, parked_at, last_error }) =>
          [
            id,
            topic,
            key,
            `${tries} tries`,
            `created ${created_at.toISOString()}`,
            `parked ${parked_at.toISOString()}`,
            last_error ?? 'ended the process each time',
          ].join(' · '),
        )
        .join('\n')

await runCommandLine(usage, parse)
