import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Tries numbers until one fits: a second of work, which the page goes on beside. */
export async function solveAltcha(challenge: string): Promise<string> {
  const asked = JSON.parse(challenge) as Challenge
  const solution = await solveChallenge({ challenge: asked, deriveKey })
  if (!solution) throw new Error('no number fits')
  return JSON.stringify({ challenge: { parameters: asked.parameters, signature: asked.signature }, solution })
}
