import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Field.module.css'

/** What every field has. Spread react-hook-form's `field` of a `Controller` into it; give `fieldState.error?.message` as `error`. */
export type FieldProps = {
  /** Also the id of the control, which an {@link ErrorSummary} links to. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** In words, already translated; absent or empty when the value is fine. */
  readonly error?: string | undefined
  /** Says "(optional)" after the label; all other fields are required. */
  readonly optional?: boolean
  readonly disabled?: boolean | undefined
}

type FrameProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'> & { readonly children: ReactNode }

/** Label, hint, control and error in the one order that every field keeps. Inside a react-aria field. */
export function FieldFrame({ label, hint, error, optional, children }: FrameProps) {
  const t = useWords('part')
  return (
    <>
      <Label className={classNames(styles.label)}>
        {label} {optional && <span className={styles.optional}>{t('optional')}</span>}
      </Label>
      {hint && (
        <Text slot="description" className={classNames(styles.hint)}>
          {hint}
        </Text>
      )}
      {children}
      {error && <FieldMessage>{error}</FieldMessage>}
    </>
  )
}

/** An error beside its field: a sign and words, never colour alone. */
export const FieldMessage = ({ children }: { readonly children: ReactNode }) => (
  <FieldError className={classNames(styles.error)}>
    <CircleAlert aria-hidden="true" />
    <span>{children}</span>
  </FieldError>
)

export const fieldClasses = {
  field: classNames(styles.field),
  box: classNames(styles.box),
  inside: classNames(styles.inside),
  counter: classNames(styles.counter),
  label: classNames(styles.label),
  hint: classNames(styles.hint),
}
