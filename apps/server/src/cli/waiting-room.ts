import { parseArgs } from 'node:util'
import { configureWaitingRoom, type WaitingRoomSettings, readWaitingRoom, type WaitingRoomReport } from '#modules/queue'
import { type Command, runCommandLine } from './run-command-line.ts'

const usage = `Usage: pnpm waiting-room PERFORMANCE [changes]

  --rate PEOPLE      admit this many visitors a minute
  --pause            admit nobody for now        --resume  continue
  --opens INSTANT    admit visitors from then    --gathers INSTANT  give out queue tickets from then
  --patience MINUTES an admitted visitor can enter for this long, 1 to 60; then the ticket lapses
  --production       one waiting room for all performances of the production   --performance  for this one alone
  --end              end the waiting room: every visitor can enter
  --anew             empty it and start again; tickets and passes given so far are void
  --help             prints this text

Instants as 2031-02-03T10:00:00Z or with an offset. Without a change it prints the state of the waiting room.`

/** Reads the command line. @throws RangeError for invalid arguments */
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
  if (performance === undefined || more.length > 0) throw new RangeError()
  if (values.pause && values.resume) throw new RangeError('--pause or --resume, not both')
  const rate = values.rate === undefined ? undefined : Number(values.rate)
  if (rate !== undefined && !(Number.isInteger(rate) && rate > 0 && rate < 1_000_000))
    throw new RangeError('--rate is people a minute, from 1')
  if (values.production && values.performance) throw new RangeError('--production or --performance, not both')
  const patience = values.patience === undefined ? undefined : Number(values.patience)
  if (patience !== undefined && !(Number.isInteger(patience) && patience >= 1 && patience <= 60))
    // plain-words: allow patience (the name of the option, which the database stores too)
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
  const state = isOver ? 'ended: every visitor can enter' : isPaused ? `paused, else ${rate} a minute` : `${rate} a minute`
  return [
    `${performance}${isOfProduction ? ' and all performances of its production' : ''}: ${state}`,
    `  queue tickets from ${at(gathersAt)}, admission from ${at(opensAt)} (round ${round})`,
    `  ${joined} joined, ${drawn ?? 'none yet'} drawn, ${Math.min(joined, Math.floor(turns))} admitted, ${entered} entered`,
    `  an admitted visitor can enter for ${patience / 60} min`,
  ].join('\n')
}

/** Validates the arguments before the database is opened. */
function parse(args: readonly string[]): Command {
  const { performance, order } = readOrder(args)
  const hasChanges = Object.values(order).some((value) => value !== undefined)
  return async (db) => {
    const room = hasChanges ? await configureWaitingRoom(db, performance, order, 'operator') : await readWaitingRoom(db, performance)
    return room ? describe(room) : `${performance} has no waiting room`
  }
}

await runCommandLine(usage, parse)
