/** A column of the customer table that describes a person. */
export type CustomerField = {
  readonly column: string
  /** Its name in the details of an account; a birthday has two columns. */
  readonly detail?: string
  /** Personal data: it is blanked when a customer is erased. */
  readonly personal: boolean
  /** The customer may change it in their own details. */
  readonly editable: boolean
  /** The value of the field for an erased customer. */
  readonly blank: '' | null
}

/** All columns that describe a person, in one place: what customers may edit and what retention erases derive from it. */
export const customerFields = [
  { column: 'email', detail: 'email', personal: true, editable: false, blank: '' },
  { column: 'password_hash', personal: true, editable: false, blank: null },
  { column: 'title', detail: 'title', personal: true, editable: true, blank: '' },
  { column: 'prefix', detail: 'prefix', personal: true, editable: true, blank: '' },
  { column: 'first_name', detail: 'firstName', personal: true, editable: true, blank: '' },
  { column: 'middle_name', detail: 'middleName', personal: true, editable: true, blank: '' },
  { column: 'last_name', detail: 'lastName', personal: true, editable: true, blank: '' },
  { column: 'phone', detail: 'phone', personal: true, editable: true, blank: '' },
  { column: 'birth_date', detail: 'birth', personal: true, editable: true, blank: null },
  { column: 'birth_year', detail: 'birth', personal: true, editable: true, blank: null },
  { column: 'locale', personal: true, editable: false, blank: null },
  { column: 'reminders', personal: false, editable: false, blank: null },
] as const satisfies readonly CustomerField[]

/** The names of the details that a customer may change. */
export type EditableDetail = Extract<(typeof customerFields)[number], { readonly editable: true }>['detail']

/** The columns of an erased customer, with their values. */
export const erasedCustomer: Readonly<Record<string, '' | null>> = Object.fromEntries(
  customerFields.filter(({ personal }) => personal).map(({ column, blank }) => [column, blank]),
)
