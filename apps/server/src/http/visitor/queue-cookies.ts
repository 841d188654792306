import { createHmac } from 'node:crypto'
import type { QueueTicket } from '#modules/queue'
import type { Seal } from './token-signer.ts'

/** A place as its browser keeps it. `spentAt`, in epoch milliseconds, is when it ends because it was spent; else 0. */
export type KeptPlace = QueueTicket & { readonly spentAt: number }
/** Leave to be inside, for one session. Epoch milliseconds: it lasts `until`, and can be made longer up to `limit`. */
export type Pass = { readonly performance: string; readonly round: number; readonly until: number; readonly limit: number }
/** A place on its way to another device. */
export type PlaceLink = QueueTicket & { readonly until: number }

/** What a browser keeps of waiting rooms: for each performance a cookie with its place, and one with its pass. */
export interface Keepsakes {
  placeName(performance: string): string
  passName(performance: string): string
  writePlace(place: KeptPlace): string
  readPlace(performance: string, text: string | undefined): KeptPlace | undefined
  writePass(pass: Pass, session: string): string
  /** Undefined where it isn't this session's: a pass that somebody else was given opens no door. */
  readPass(performance: string, text: string | undefined, session: string | undefined): Pass | undefined
  writeLink(link: PlaceLink): string
  readLink(performance: string, text: string): PlaceLink | undefined
}

export function createKeepsakes(seal: Seal, secure: boolean): Keepsakes {
  const prefix = secure ? '__Host-' : ''
  const open = (kind: Parameters<Seal['open']>[0], performance: string, text: string | undefined): readonly string[] | undefined => {
    const fields = text === undefined ? undefined : seal.open(kind, text)
    return fields?.[0] === performance ? fields : undefined
  }
  const heldOf = ([performance, round, number, generation]: readonly string[]): QueueTicket => ({
    performance: performance!,
    round: Number(round),
    number: Number(number),
    generation: Number(generation),
  })
  return {
    placeName: (performance) => `${prefix}place-${performance}`,
    passName: (performance) => `${prefix}pass-${performance}`,
    writePlace: ({ performance, round, number, generation, spentAt }) =>
      seal.close('place', [performance, round, number, generation, spentAt]),
    readPlace: (performance, text) => {
      const fields = open('place', performance, text)
      return fields && { ...heldOf(fields), spentAt: Number(fields[4]) }
    },
    writePass: ({ performance, round, until, limit }, session) => seal.close('pass', [performance, round, until, limit, markOf(session)]),
    readPass: (performance, text, session) => {
      const fields = open('pass', performance, text)
      if (!fields || session === undefined || fields[4] !== markOf(session)) return undefined
      return { performance, round: Number(fields[1]), until: Number(fields[2]), limit: Number(fields[3]) }
    },
    writeLink: ({ performance, round, number, generation, until }) =>
      seal.close('place-link', [performance, round, number, generation, until]),
    readLink: (performance, text) => {
      const fields = open('place-link', performance, text)
      return fields && { ...heldOf(fields), until: Number(fields[4]) }
    },
  }
}

/** What a pass says of its session: enough to know it by, nothing to find it with. */
const markOf = (session: string): string => createHmac('sha256', 'pass').update(session).digest('base64url').slice(0, 22)
