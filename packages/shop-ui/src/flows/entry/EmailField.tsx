import { useWords } from '#i18n'
import { FormField } from '#form/FormField'

/** The email address that identifies the customer; `readOnly` beside the password of the second step (WCAG 3.3.8). */
export function EmailField({ readOnly = false }: { readonly readOnly?: boolean }) {
  const t = useWords('account')
  return (
    <FormField
      name="email"
      label={t('field.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      spellCheck={false}
      maxLength={254}
      readOnly={readOnly}
    />
  )
}
