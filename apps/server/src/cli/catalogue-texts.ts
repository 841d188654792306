import type { CatalogueFault, CatalogueProblem } from '#modules/planning'

const faultTexts = {
  'not-a-catalogue': 'the file is no JSON object with a list for each kind',
  'unknown-kind': 'is no kind of the catalogue',
  'not-a-list': 'is no list',
  'not-an-object': 'is no object with an id and fields',
  'not-an-id': 'is no id: lower-case letters, digits and hyphens (of an offer, its promo code)',
  'repeated-id': 'is there twice',
  'not-yes-or-no': 'is neither true nor false',
  'unknown-field': 'is no field of this kind',
  missing: 'needs a value',
  'wrong-type': 'is a value of another type',
  'out-of-range': 'is out of range',
  'unknown-choice': 'is none of the possible values',
  'unknown-reference': 'does not exist, or cannot be named here',
  'faulty-reference': 'is in the file, with a problem',
  'does-not-fit': 'does not fit the other fields, or the other things of the shop',
  'code-taken': 'is, or was, the code of another offer',
  'in-use': 'cannot be changed like this: it was sold, or is in use',
} as const satisfies Record<CatalogueFault, string>

/** A problem of a catalogue file in one line: what it is of, the field, the value, the reason, and what to write instead. */
export function describeProblem({ kind, id, field, value, fault, suggestion }: CatalogueProblem): string {
  const place = [[kind, id].filter((part) => part !== '').join(' '), ...(field === null ? [] : [field])].filter((part) => part !== '')
  const what = `${value === '' ? '' : `${JSON.stringify(value)} `}${faultTexts[fault]}`
  return `${place.join(', ')}${place.length > 0 ? ': ' : ''}${what}${suggestion === null ? '' : ` (${suggestion})`}`
}
