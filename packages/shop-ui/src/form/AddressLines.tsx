import { addressLines, type PostalAddress } from '@playhouse/domain/postal-address'
import { useLocale } from '#i18n'
import { countryName } from './CountryField.tsx'
import styles from './AddressLines.module.css'

/** Shows a postal address on separate lines. */
export function AddressLines({ address }: { readonly address: PostalAddress }) {
  const locale = useLocale()
  const lines = [...addressLines(address), countryName(address.country, locale)].filter((line) => line !== '')
  return (
    <address className={styles.lines}>
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  )
}
