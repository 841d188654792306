import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../i18n/words/', import.meta.url)
/** All texts of a locale. */
function textsOf(locale: string): ReadonlySet<string> {
  const texts = (tree: unknown): string[] => (typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(texts))
  return new Set(
    readdirSync(new URL(`${locale}/`, folder)).flatMap((file) =>
      texts(JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), 'utf8'))),
    ),
  )
}

/** Specification, section 5. */
const messages = [
  'Your password must be 6 - 20 characters consisting of uppercase and lowercase letters and at least one digit.',
  'Email is required.',
  'Password is required.',
  'First name is required.',
  'Last name is required.',
  'Mobile number is required.',
  'Phone number is required.',
  'Address line 1 is required.',
  'Address line 2 is required.',
  'Address line 3 is required.',
  'City is required.',
  'Country is required.',
  'State is required.',
  'Postcode is required.',
  'Current password is required.',
  'New password is required.',
  'Confirm your new password.',
  'It looks like you might have typed your email address in wrong.',
  'Please check the formatting of the phone number, only use numbers.',
  'Please complete all address fields if providing an address.',
  'Please accept the terms and conditions.',
  'Passwords do not match.',
]

it.each(messages)('has the exact text: %s', (message) => {
  expect(textsOf('en')).toContain(message)
})

it.each(["We couldn't validate your email address.", 'Zip code is required.'])('has the American text: %s', (message) => {
  expect(textsOf('en-us')).toContain(message)
  expect(textsOf('en')).not.toContain(message)
})
