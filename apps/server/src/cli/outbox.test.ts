import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { publish, transact } from '#db'
import { databaseUrl, runCommand, openTestTheatre } from '#testing'

const outbox = (args: readonly string[], url: string) => runCommand('outbox.ts', args, { DATABASE_URL: url })

it('lists, retries and discards parked messages', async () => {
  await using theatre = await openTestTheatre()
  await transact(theatre.db, (trx) => publish(trx, 'mail.welcome', 'first', { customer: 'none' }))
  await transact(theatre.db, (trx) => publish(trx, 'mail.welcome', 'second', { customer: 'none' }))
  await sql`update outbox set parked_at = now(), last_error = 'Error: refused'`.execute(theatre.db)
  const [first, second] = (await theatre.db.selectFrom('outbox').select('id').orderBy('key').execute()).map(({ id }) => id)
  const url = databaseUrl(theatre.database.address)
  expect(outbox(['list'], url)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(`${first} · mail.welcome · first · 0 tries.*Error: refused`),
  })
  expect(outbox(['retry', first!], url)).toMatchObject({ status: 0, stdout: `${first} is due again\n` })
  expect(outbox(['retry', first!], url)).toMatchObject({ status: 2 })
  expect(outbox(['discard', second!], url)).toMatchObject({ status: 0, stdout: `${second} is discarded\n` })
  expect(outbox(['list'], url)).toMatchObject({ status: 0, stdout: 'no message is parked\n' })
})
