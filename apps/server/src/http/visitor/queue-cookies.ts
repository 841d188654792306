import { createHmac } from 'node:crypto'
import type { QueueTicket } from '#modules/queue'
import type { TokenSigner } from './token-signer.ts'

/** A place as its browser keeps it. `spentAt`, in epoch milliseconds, is when it ends because it was spent; else 0. */
export type QueueTicketCookie = QueueTicket & { readonly spentAt: number }
/** Leave to be inside, for one session. Epoch milliseconds: it lasts `until`, and can be made longer up to `limit`. */
export type QueuePass = { readonly performance: string; readonly round: number; readonly until: number; readonly limit: number }
/** A place on its way to another device. */
export type QueueTicketLink = QueueTicket & { readonly until: number }

/** What a browser keeps of waiting rooms: for each performance a cookie with its place, and one with its pass. */
export interface QueueCookies {
  ticketName(performance: string): string
  passName(performance: string): string
  writeTicket(place: QueueTicketCookie): string
  readTicket(performance: string, text: string | undefined): QueueTicketCookie | undefined
  writePass(pass: QueuePass, session: string): string
  /** Undefined where it isn't this session's: a pass that somebody else was given opens no door. */
  readPass(performance: string, text: string | undefined, session: string | undefined): QueuePass | undefined
  writeLink(link: QueueTicketLink): string
  readLink(performance: string, text: string): QueueTicketLink | undefined
}

export function createQueueCookies(signer: TokenSigner, secure: boolean): QueueCookies {
  const prefix = secure ? '__Host-' : ''
  const readFields = (
    kind: Parameters<TokenSigner['verify']>[0],
    performance: string,
    text: string | undefined,
  ): readonly string[] | undefined => {
    const fields = text === undefined ? undefined : signer.verify(kind, text)
    return fields?.[0] === performance ? fields : undefined
  }
  const ticketOf = ([performance, round, number, generation]: readonly string[]): QueueTicket => ({
    performance: performance!,
    round: Number(round),
    number: Number(number),
    generation: Number(generation),
  })
  return {
    ticketName: (performance) => `${prefix}place-${performance}`,
    passName: (performance) => `${prefix}pass-${performance}`,
    writeTicket: ({ performance, round, number, generation, spentAt }) =>
      signer.sign('place', [performance, round, number, generation, spentAt]),
    readTicket: (performance, text) => {
      const fields = readFields('place', performance, text)
      return fields && { ...ticketOf(fields), spentAt: Number(fields[4]) }
    },
    writePass: ({ performance, round, until, limit }, session) =>
      signer.sign('pass', [performance, round, until, limit, sessionDigest(session)]),
    readPass: (performance, text, session) => {
      const fields = readFields('pass', performance, text)
      if (!fields || session === undefined || fields[4] !== sessionDigest(session)) return undefined
      return { performance, round: Number(fields[1]), until: Number(fields[2]), limit: Number(fields[3]) }
    },
    writeLink: ({ performance, round, number, generation, until }) =>
      signer.sign('place-link', [performance, round, number, generation, until]),
    readLink: (performance, text) => {
      const fields = readFields('place-link', performance, text)
      return fields && { ...ticketOf(fields), until: Number(fields[4]) }
    },
  }
}

/** What a pass says of its session: enough to know it by, nothing to find it with. */
const sessionDigest = (session: string): string => createHmac('sha256', 'pass').update(session).digest('base64url').slice(0, 22)
