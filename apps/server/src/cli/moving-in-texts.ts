import type { KeptRow, MovingInFault, MovingInProblem } from '@playhouse/domain/moving-in'
import { describeSheetProblem, formFaultTexts } from './programme-texts.ts'

const faultTexts = {
  ...formFaultTexts,
  'unknown-reference': 'does not exist',
  'not-an-email': 'is no e-mail address',
  'repeated-email': 'is the address of another row too; accounts have one address each',
  'email-in-use': 'has an account here, whose customer has not confirmed the address yet',
  'other-account': 'is the address of another account here',
  'incomplete-address': 'an address needs its first line, town, postcode and country',
  'not-asked': 'is no permission that the theatre asks for',
  'in-the-future': 'is in the future',
  'until-before-from': 'is before the first day',
  'already-over': 'is over',
  'not-a-voucher-code': 'is no code: at least eight letters or digits, with hyphens between them',
  'guessable-code': 'is too short to be safe; issue a new voucher instead',
  'code-in-use': 'is the code of a voucher that was issued here',
  'spent-here': 'is less than what was spent here since',
  'order-without-seats': 'has no seats',
  'performance-over': 'has begun; only seats of future performances move in',
  'unknown-seat': 'is no seat of the hall',
  'repeated-seat': 'is sold in another row too',
  'seat-taken': 'is taken here',
} as const satisfies Record<MovingInFault, string>

/** A problem of a file in one line: where it is, what it is, and what to write instead. */
export const describeMovingInProblem = (problem: MovingInProblem): string => describeSheetProblem(problem, faultTexts)

/** Why rows that differ from the shop changed nothing. */
export const keptTexts = {
  'customer-uses-account': 'customers who use their account here keep its details',
  'term-used': 'memberships that were renewed or ended here keep their days',
  'order-stays': 'orders that moved in are changed here, not by a file',
} as const satisfies Record<KeptRow['reason'], string>
