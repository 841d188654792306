import type { Page } from '@playwright/test'

/**
 * What fields are told to a browser to be, by the last part of their names (WCAG 1.3.5): whoever finds typing hard has it typed.
 * Those of one address have the words that say which in front of them.
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
  state: ['address-level1'],
  postcode: ['postal-code'],
  country: ['country'],
  day: ['bday-day'],
  month: ['bday-month'],
  year: ['bday-year'],
}

/** @returns fields of what a browser knows of its owner that don't say so, and fields that refuse what is pasted (WCAG 3.3.8) */
export const invalidFields = (page: Page): Promise<string[]> =>
  page.evaluate((expected) => {
    type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
    const fields = document.querySelectorAll<Field>('input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea')
    return [...fields].flatMap((field) => {
      const name = field.name.split('.').at(-1)!
      const token = field.autocomplete.split(' ').at(-1)!
      const known = expected[name] ?? (field.type === 'password' ? ['current-password', 'new-password'] : undefined)
      const wrong = known && !known.includes(token) ? [`${field.name} says of itself ${token || 'nothing'}`] : []
      const before = field.value
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '1')
      const isLet = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      // What counts takes figures alone, and has its own keys for them.
      const isCounter = field.inputMode === 'numeric' && token === 'off'
      return isLet || isCounter || field.value !== before ? wrong : [...wrong, `${field.name} refuses what is pasted`]
    })
  }, tokens)
