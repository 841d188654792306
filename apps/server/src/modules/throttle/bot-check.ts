import type { BotCheckOffer } from '@playhouse/api-client/contract'

/** Distinguishes people from bots: frequent attempts need a proof. */
export interface BotCheck {
  /** Origins of its script, if it has one. */
  readonly scripts?: readonly string[]
  /** The challenge for the browser. */
  offer(): Promise<BotCheckOffer>
  /** A unique id of a proof, so that it counts once; undefined if it is invalid or too old. */
  identify(proof: string, address: string): Promise<string | undefined>
}
