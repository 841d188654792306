import { ChevronDown } from 'lucide-react'
import { useId, useMemo } from 'react'
import { intlLocale } from '@playhouse/domain/money'
import { problem } from '@playhouse/domain/problem'
import { useLocale, useWords } from '#i18n'
import { fieldClasses } from './Field.tsx'
import { useFormField } from './FormField.tsx'
import { useIsHydrated } from '#ui/hydration'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from './CountryField.module.css'

/** ISO 3166-1 alpha-2 codes. Intl has their names, but no list of them. */
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Countries sorted by their name in a locale. For `ht`, which Intl does not know, the names are in Haitian French. */
export function countriesOf(locale: string): { readonly code: string; readonly name: string }[] {
  const tag = intlLocale(locale)
  const names = new Intl.DisplayNames(tag, { type: 'region' })
  const collator = new Intl.Collator(tag)
  return countryCodes.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) => collator.compare(a.name, b.name))
}

/** Name of a country in a locale. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames(intlLocale(locale), { type: 'region' }).of(code) ?? code

/** The countries; undefined in a browser that has no names of countries: their codes can then be chosen. */
function namedCountries(locale: string): ReturnType<typeof countriesOf> | undefined {
  try {
    return countriesOf(locale)
  } catch {
    return undefined
  }
}

export type CountryFieldProps = { readonly name: string; readonly label: string; readonly autoComplete: string }

/** Country field of a form. A native `select`: the browser fills it in, it is searched by typing, and suits phones. */
export function CountryField({ name, label, autoComplete }: CountryFieldProps) {
  const t = useWords('account')
  const locale = useLocale()
  const errorId = useId()
  const { field, error } = useFormField(name)
  // The server may know other names and another order than the browser.
  const isHydrated = useIsHydrated()
  const countries = useMemo(() => (isHydrated ? namedCountries(locale) : []), [isHydrated, locale])
  return (
    <div className={fieldClasses.field}>
      <label htmlFor={name} className={fieldClasses.label}>
        {label}
      </label>
      <span className={styles.chooser}>
        <select
          {...field}
          id={name}
          autoComplete={autoComplete}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          className={fieldClasses.box}
        >
          <option value="">{t('field.chooseCountry')}</option>
          {(countries ?? countryCodes.map((code) => ({ code, name: code }))).map((country) => (
            <option key={country.code} value={country.code}>
              {country.name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
      {!countries && <ProblemNotice problem={problem('countries-list-failed')} bare />}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
