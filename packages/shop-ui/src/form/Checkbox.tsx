import { Check } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import { Text } from 'react-aria-components/Text'
import { classNames } from '#theme'
import styles from './Checkbox.module.css'
import { fieldClasses, FieldMessage, type FieldProps } from './Field.tsx'

export type CheckboxProps = Omit<FieldProps, 'optional' | 'label'> & {
  readonly children: ReactNode
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly onBlur?: () => void
  readonly isRequired?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** A checkbox. Consent is never preselected. */
export function Checkbox({ name, children, hint, error, disabled = false, value, ref, ...rest }: CheckboxProps) {
  return (
    <CheckboxField
      {...rest}
      {...(ref ? { inputRef: ref } : {})}
      id={name}
      name={name}
      isSelected={value}
      isInvalid={Boolean(error)}
      isDisabled={disabled}
      validationBehavior="aria"
      className={fieldClasses.field}
    >
      <CheckboxButton className={classNames(styles.checkbox)}>
        <span className={styles.tick}>
          <Check aria-hidden="true" />
        </span>
        <span>{children}</span>
      </CheckboxButton>
      {hint && (
        <Text slot="description" className={fieldClasses.hint}>
          {hint}
        </Text>
      )}
      {error && <FieldMessage>{error}</FieldMessage>}
    </CheckboxField>
  )
}
