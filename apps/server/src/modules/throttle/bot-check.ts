import type { BotCheckOffer } from '@playhouse/api-client/contract'

/** Tells people from robots, on demand: whoever tries often is asked for a proof. */
export interface BotCheck {
  /** Where its own script comes from, if it has one. */
  readonly scripts?: readonly string[]
  /** What a browser does for a proof. */
  offer(): Promise<BotCheckOffer>
  /** What names a proof, so that it counts once; undefined where it is none of ours, or too old. */
  identify(proof: string, address: string): Promise<string | undefined>
}
