import { cpus } from 'node:os'
import { addStaff } from '../../apps/server/src/modules/staff/index.ts'
import { hashPassword } from '../../apps/server/src/modules/auth/index.ts'
import { beginSession } from '../../apps/server/src/modules/session/index.ts'
import { halls, openBenchShop, startServer } from '../engine/bench-shop.ts'
import { KeepAlive, request } from '../engine/keep-alive.ts'
import { median } from '../engine/measure.ts'
import { hidePerformance, measureHidden, seededPerformances } from './hidden.ts'

// pnpm bench:secrecy [times] [performances]: checks that response times do not reveal whether an email address belongs to a customer, nor that a
// performance exists that is hidden from visitors. Each
// request is sent to a running server with known and unknown addresses in turn, each address once. Unknown addresses form two
// groups, so that the difference between equal groups is known too.

const times = Number(process.argv[2] ?? 200)
/** Whether only performances are asked about. */
const isOfPerformances = process.argv[3] === 'performances'
const warmUp = 30
/** Max difference of medians that reveals nothing. */
const maxDifference = 0.1
const password = 'Right-Horse-27'

/** Whom a question is about. */
const groups = ['known', 'stranger', 'another stranger'] as const
type Group = (typeof groups)[number]
type Question = {
  readonly path: string
  readonly body: (email: string) => unknown
  /** The role that must be signed in for it. */
  readonly as?: 'customer'
  /** Whether the requests are about staff users. */
  readonly of?: 'staff'
  /** The expected HTTP status, by the person that the request is about. */
  readonly status: Readonly<Record<'known' | 'unknown', number>>
}

const address = { line1: '1 Bench Lane', line2: '', line3: '', city: 'London', state: 'London', postcode: 'SE1 9PH', country: 'GB' }
const person = { title: '', firstName: 'Ada', lastName: 'Quill', phone: '02079460999', address, marketing: false }
const questions: Readonly<Record<string, Question>> = {
  'sign in': {
    path: '/auth/login',
    body: (email) => ({ email, password: 'Wrong-Horse-27' }),
    status: { known: 401, unknown: 401 },
  },
  'ask for a reset': { path: '/auth/reset-password', body: (email) => ({ email }), status: { known: 200, unknown: 200 } },
  register: { path: '/auth/register', body: (email) => ({ email, password, ...person }), status: { known: 409, unknown: 200 } },
  'change the e-mail address': {
    path: '/me/email',
    body: (email) => ({ email, currentPassword: password }),
    as: 'customer',
    status: { known: 200, unknown: 200 },
  },
  'sign in at the counter': {
    path: '/staff/sign-in',
    body: (email) => ({ email, password: 'Wrong-Horse-27' }),
    of: 'staff',
    status: { known: 401, unknown: 401 },
  },
}

/** Each request has another network address, so that rate limits by network do not apply. */
let networks = 0
const someNetwork = (): string => `10.${++networks & 255}.${(networks >> 8) & 255}.${(networks >> 16) & 255}`

const house = await openBenchShop([{ ...halls.small, performances: seededPerformances }])
let server: Awaited<ReturnType<typeof startServer>> | undefined
try {
  const password_hash = await hashPassword(password)
  const customerOf = async (email: string): Promise<string> => {
    const id = crypto.randomUUID()
    const row = { id, email, password_hash, first_name: 'Ada', last_name: 'Quill', marketing_at: null, locked_at: null }
    await house.db.insertInto('customer').values(row).execute()
    return id
  }
  const clerkOf = (email: string) => addStaff(house.db, { email, name: 'Max', role: 'clerk', password }, 'bench')
  await hidePerformance(house)
  server = await startServer(house)
  const client = await KeepAlive.to(server.port)
  let people = 0

  /** Milliseconds until the answer. */
  const ask = async ({ path, body, as, of, status }: Question, group: Group): Promise<number> => {
    const email = `somebody${++people}@example.org`
    // The same setup runs before each request, for known and for unknown addresses.
    const address = group === 'known' ? email : `else${people}@example.org`
    await (of === 'staff' ? clerkOf(address) : customerOf(address))
    const asker = as && (await beginSession(house.db, { customer: await customerOf(`asker${people}@example.org`) }))
    const call = request('POST', `/api${path}`, {
      'x-forwarded-for': someNetwork(),
      ...(asker && { cookie: `sid=${asker.secret}` }),
      body: JSON.stringify(body(email)),
    })
    const startedAt = performance.now()
    const response = await client.ask(call)
    const duration = performance.now() - startedAt
    const expected = status[group === 'known' ? 'known' : 'unknown']
    if (response.status !== expected) throw new Error(`${path} answered ${response.status}: ${response.body.toString().slice(0, 300)}`)
    return duration
  }

  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}; medians of ${times}, in milliseconds\n`)
  console.log(`${'what is asked'.padEnd(28)}${'known'.padStart(9)}${'unknown'.padStart(9)}${'apart'.padStart(9)}${'noise'.padStart(9)}`)
  for (const [what, question] of Object.entries(isOfPerformances ? {} : questions)) {
    const durations: Record<Group, number[]> = { known: [], stranger: [], 'another stranger': [] }
    for (let round = -warmUp; round < times; round++)
      for (const group of groups.toSorted(() => Math.random() - 0.5)) {
        const one = await ask(question, group)
        if (round >= 0) durations[group].push(one)
      }
    const [known, unknown, other] = groups.map((group) => median(durations[group])) as [number, number, number]
    const [difference, noise] = [known / unknown - 1, other / unknown - 1]
    const isTold = question.status.known !== question.status.unknown
    const verdict = isTold ? 'says so in words' : Math.abs(difference) <= maxDifference ? '' : 'TOLD APART'
    if (verdict === 'TOLD APART') process.exitCode = 1
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(9)
    console.log(
      `${what.padEnd(28)}${known.toFixed(2).padStart(9)}${unknown.toFixed(2).padStart(9)}${percent(difference)}${percent(noise)}  ${verdict}`,
    )
  }
  console.log(
    `\n${'about a performance'.padEnd(38)}${'hidden'.padStart(9)}${'unknown'.padStart(9)}${'apart'.padStart(9)}${'noise'.padStart(9)}`,
  )
  if (await measureHidden(client, { times, warmUp, maxDifference, network: someNetwork })) process.exitCode = 1
  client.close()
} finally {
  await server?.stop()
  await house.close()
}
