import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Solves the proof of work of ALTCHA. Takes about one second and does not block the page. @throws if there is no solution */
export async function solveAltcha(challenge: string): Promise<string> {
  const parsedChallenge = JSON.parse(challenge) as Challenge
  const solution = await solveChallenge({ challenge: parsedChallenge, deriveKey })
  if (!solution) throw new Error('ALTCHA challenge has no solution')
  return JSON.stringify({ challenge: { parameters: parsedChallenge.parameters, signature: parsedChallenge.signature }, solution })
}
