import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Field.module.css'

/** Props of every field. Spread react-hook-form's `field` of a `Controller` into it, and pass `fieldState.error?.message` as `error`. */
export type FieldProps = {
  /** Also the id of the control, which an {@link ErrorSummary} links to. */
  readonly name: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Translated message; absent or empty if the value is valid. */
  readonly error?: string | undefined
  /** Adds "(optional)" to the label; all other fields are required. */
  readonly optional?: boolean
  readonly disabled?: boolean | undefined
}

/** Props of a react-aria field, which are the same for every kind of field. */
export const ariaFieldProps = ({ error, optional = false, disabled = false }: Pick<FieldProps, 'error' | 'optional' | 'disabled'>) =>
  ({
    isRequired: !optional,
    isInvalid: Boolean(error),
    isDisabled: disabled,
    validationBehavior: 'aria',
    className: fieldClasses.field,
  }) as const

type FrameProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'optional'> & { readonly children: ReactNode }

/** Label, hint, control and error in the same order for every field. Must be within a react-aria field. */
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

/** The error of a field: an icon and a text, never colour alone. */
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
