import type { Page } from '@playwright/test'

/**
 * Autocomplete tokens of fields by the last part of their names (WCAG 1.3.5), so that browsers can fill them in. Address fields
 * have a prefix such as `billing`.
 */
const tokens: Readonly<Record<string, readonly string[]>> = {
  email: ['username', 'email'],
  newEmail: ['email'],
  'staff-email': ['username'],
  username: ['username'],
  password: ['current-password', 'new-password'],
  'staff-password': ['current-password'],
  currentPassword: ['current-password'],
  newPassword: ['new-password'],
  again: ['new-password'],
  'staff-code': ['one-time-code'],
  title: ['honorific-prefix'],
  prefix: ['honorific-prefix'],
  firstName: ['given-name'],
  middleName: ['additional-name'],
  lastName: ['family-name'],
  phone: ['tel'],
  line1: ['address-line1'],
  line2: ['address-line2'],
  line3: ['address-line3'],
  city: ['address-level2'],
  county: ['address-level1'],
  state: ['address-level1'],
  postcode: ['postal-code'],
  country: ['country'],
  day: ['bday-day'],
  month: ['bday-month'],
  year: ['bday-year'],
}

/** @returns personal fields without their autocomplete token, and fields that reject pasted text (WCAG 3.3.8) */
export const invalidFields = (page: Page): Promise<string[]> =>
  page.evaluate((expected) => {
    type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
    const fields = document.querySelectorAll<Field>('input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea')
    return [...fields].flatMap((field) => {
      const name = field.name.split('.').at(-1)!
      const token = field.autocomplete.split(' ').at(-1)!
      const tokens = expected[name] ?? (field.type === 'password' ? ['current-password', 'new-password'] : undefined)
      const wrong = tokens && !tokens.includes(token) ? [`${field.name} says of itself ${token || 'nothing'}`] : []
      const before = field.value
      const clipboardData = new DataTransfer()
      // Its own value, which stays: a number input takes what is pasted over its selected text.
      clipboardData.setData('text/plain', before || '1')
      const isLet = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      // Number inputs accept digits only.
      const isCounter = field.inputMode === 'numeric' && token === 'off'
      return isLet || isCounter || field.value !== before ? wrong : [...wrong, `${field.name} refuses what is pasted`]
    })
  }, tokens)
