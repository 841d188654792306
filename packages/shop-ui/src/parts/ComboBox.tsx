import { ChevronDown } from 'lucide-react'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Choice.module.css'
import { fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'
import { type Option, OptionLine } from './options.tsx'

export type ComboBoxProps<Value extends string> = FieldProps & {
  readonly options: readonly Option<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly onBlur?: () => void
  readonly autoComplete?: string
  readonly ref?: Ref<HTMLInputElement>
}

/** One of many, found by typing. */
export function ComboBox<Value extends string>({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  options,
  value,
  onChange,
  autoComplete,
  ref,
  ...rest
}: ComboBoxProps<Value>) {
  const t = useWords('part')
  return (
    <AriaComboBox
      {...rest}
      id={name}
      name={name}
      value={value}
      onChange={(key) => key !== null && onChange(key as Value)}
      defaultItems={options.map((option) => ({ id: option.value, option }))}
      isRequired={!optional}
      isInvalid={Boolean(error)}
      isDisabled={disabled}
      menuTrigger="focus"
      allowsEmptyCollection
      validationBehavior="aria"
      className={fieldClasses.field}
    >
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <span className={fieldClasses.inside}>
          <Input {...(ref ? { ref } : {})} {...(autoComplete ? { autoComplete } : {})} className={fieldClasses.box} />
          <Button className={classNames(styles.opener)} aria-label={t('showChoices')}>
            <ChevronDown aria-hidden="true" />
          </Button>
        </span>
      </FieldFrame>
      <Popover className={classNames(styles.popover)} offset={4}>
        <ListBox<{ id: Value; option: Option<Value> }>
          className={classNames(styles.list)}
          renderEmptyState={() => <p className={styles.none}>{t('nothingFound')}</p>}
        >
          {({ option }) => <OptionLine option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
