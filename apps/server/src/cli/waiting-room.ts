import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import type { Database } from '#db'
import { configureWaitingRoom, type WaitingRoomSettings, readWaitingRoom, type WaitingRoomReport } from '#modules/queue'
import { operate } from './operate.ts'

const usage = `Usage: pnpm waiting-room PERFORMANCE [what to change]

  --rate PEOPLE      let so many people in a minute
  --pause            let nobody in for now       --resume  go on
  --opens INSTANT    let people in from then on  --gathers INSTANT  let them take a place from then on
  --patience MINUTES whoever is called may go in for so long, 1 to 60; then the place is given up
  --production       one line for all evenings of the production   --performance  for this one alone
  --end              nobody waits any more: everybody may go in
  --anew             empty it and begin again; places and passes given so far are void

Instants as 2031-02-03T10:00:00Z or with an offset. Without a change it says how the waiting room stands.`

/** What was asked for on the command line. @throws RangeError for what can't be understood */
function readOrder(args: readonly string[]): { readonly performance: string; readonly order: WaitingRoomSettings } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rate: { type: 'string' },
      pause: { type: 'boolean' },
      resume: { type: 'boolean' },
      opens: { type: 'string' },
      gathers: { type: 'string' },
      patience: { type: 'string' },
      production: { type: 'boolean' },
      performance: { type: 'boolean' },
      end: { type: 'boolean' },
      anew: { type: 'boolean' },
    },
  })
  const [performance, ...more] = positionals
  if (performance === undefined || more.length > 0) throw new RangeError(usage)
  if (values.pause && values.resume) throw new RangeError('--pause or --resume, not both')
  const rate = values.rate === undefined ? undefined : Number(values.rate)
  if (rate !== undefined && !(Number.isInteger(rate) && rate > 0 && rate < 1_000_000))
    throw new RangeError('--rate is people a minute, from 1')
  if (values.production && values.performance) throw new RangeError('--production or --performance, not both')
  const patience = values.patience === undefined ? undefined : Number(values.patience)
  if (patience !== undefined && !(Number.isInteger(patience) && patience >= 1 && patience <= 60))
    throw new RangeError('--patience is minutes, from 1 to 60')
  return {
    performance,
    order: {
      rate,
      patience: patience === undefined ? undefined : patience * 60,
      isOfProduction: values.production ? true : values.performance ? false : undefined,
      isPaused: values.pause ? true : values.resume ? false : undefined,
      opensAt: instantOf('--opens', values.opens),
      gathersAt: instantOf('--gathers', values.gathers),
      isOver: values.end,
      isAnew: values.anew,
    },
  }
}

function instantOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new RangeError(`${name} is an instant such as 2031-02-03T10:00:00Z`)
  return new Date(text)
}

function describe({
  performance,
  isOver,
  isOfProduction,
  isPaused,
  rate,
  patience,
  gathersAt,
  opensAt,
  round,
  joined,
  drawn,
  turns,
  entered,
}: WaitingRoomReport): string {
  const at = (instant: number): string => new Date(instant).toISOString()
  const state = isOver ? 'over: everybody may go in' : isPaused ? `paused, else ${rate} a minute` : `${rate} a minute`
  return [
    `${performance}${isOfProduction ? ' and all evenings of its production' : ''}: ${state}`,
    `  people gather from ${at(gathersAt)}, and are let in from ${at(opensAt)} (round ${round})`,
    `  ${joined} came, ${drawn ?? 'nobody yet'} in the draw, ${Math.min(joined, Math.floor(turns))} called, ${entered} went in`,
    `  whoever is called may go in for ${patience / 60} min`,
  ].join('\n')
}

async function run(db: Kysely<Database>, args: readonly string[]): Promise<string> {
  const { performance, order } = readOrder(args)
  const changes = Object.values(order).some((value) => value !== undefined)
  const room = changes ? await configureWaitingRoom(db, performance, order, 'operator') : await readWaitingRoom(db, performance)
  return room ? describe(room) : `${performance} has no waiting room`
}

await operate((args) => (db) => run(db, args))
