import type { Kysely } from 'kysely'
import type { Database } from '#db'
import type { Locale } from '@playhouse/domain/brand'
import { registerAtCounter } from '#modules/counter'

/** Names that clerks can search for, some of them alike. */
const names = [
  ...['Ada King', 'Ada Kingsley', 'Amara Okafor', 'Bea Lindqvist', 'Bernard Smith', 'Bernadette Smith', 'Carlos Herrera', 'Chloe Martin'],
  ...['Daniel Weiss', 'Edith Nightingale', 'Fabienne Toussaint', 'Grace O’Neill', 'Hassan Ali', 'Ingrid Svensson', 'Jean-Luc Baptiste'],
  ...['Joan Smith', 'John Smith', 'Kwame Mensah', 'Li Wei', 'Marta Novak', 'Nadia Rahman', 'Oscar Müller', 'Priya Patel', 'Tomás García'],
]

/** Adds invented customers to a training shop. They have no passwords: a visitor cannot sign in as one of them. @returns how many */
export async function addInventedCustomers(training: Kysely<Database>, locale: Locale): Promise<number> {
  for (const [index, name] of names.entries()) {
    const [firstName, ...rest] = name.split(' ')
    const phone = `020 7946 0${String(100 + index)}`
    const customer = { email: `customer${index + 1}@example.org`, title: '', firstName: firstName!, lastName: rest.join(' '), phone }
    await registerAtCounter(training, customer, locale, { name: 'training' })
  }
  return names.length
}
