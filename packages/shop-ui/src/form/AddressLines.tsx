import { useLocale } from '#i18n'
import { countryName } from './CountryField.tsx'
import styles from './AddressLines.module.css'

/** A stored postal address; empty lines are not shown. */
export type PostalAddress = {
  readonly line1: string
  readonly line2: string
  readonly line3: string
  readonly city: string
  readonly state: string
  readonly postcode: string
  readonly country: string
}

/** Shows a postal address on separate lines. */
export function AddressLines({ address }: { readonly address: PostalAddress }) {
  const locale = useLocale()
  const { line1, line2, line3, city, state, postcode, country } = address
  const lines = [line1, line2, line3, city, state, postcode, countryName(country, locale)].filter((line) => line !== '')
  return (
    <address className={styles.lines}>
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  )
}
