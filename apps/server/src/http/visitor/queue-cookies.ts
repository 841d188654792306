import { createHmac } from 'node:crypto'
import type { QueueTicket } from '#modules/queue'
import type { TokenSigner } from './token-signer.ts'

/** A queue ticket in a cookie. `spentAt`: epoch milliseconds at which a used ticket ends; 0 for an unused one. */
export type QueueTicketCookie = QueueTicket & { readonly spentAt: number }
/** Admits one session. Epoch milliseconds: valid `until`, renewable up to `limit`. */
export type QueuePass = { readonly performance: string; readonly round: number; readonly until: number; readonly limit: number }
/** A queue ticket in a link that moves it to another device. */
export type QueueTicketLink = QueueTicket & { readonly until: number }

/** The cookies of waiting rooms: for each performance one with the queue ticket and one with the queue pass. */
export interface QueueCookies {
  ticketName(performance: string): string
  passName(performance: string): string
  writeTicket(place: QueueTicketCookie): string
  readTicket(performance: string, text: string | undefined): QueueTicketCookie | undefined
  writePass(pass: QueuePass, session: string): string
  /** Returns undefined for a pass of another session. */
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

/** Binds a pass to its session without revealing the session. */
const sessionDigest = (session: string): string => createHmac('sha256', 'pass').update(session).digest('base64url').slice(0, 22)
