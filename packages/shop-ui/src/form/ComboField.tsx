import type { Ref } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from '#theme'
import styles from './Choice.module.css'
import { ariaFieldProps, fieldClasses, FieldFrame, type FieldProps } from './Field.tsx'
import { type Option, OptionLine } from './options.tsx'

type ComboFieldProps = FieldProps & {
  /** The options that match what was typed. */
  readonly options: readonly Option[]
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onChoose: (value: string) => void
  /** In the place of the list where nothing matches. */
  readonly noMatch: string
  readonly ref?: Ref<HTMLInputElement>
}

/** A field that finds one of many options by what is typed. The list opens with the focus. */
export function ComboField({
  name,
  label,
  hint,
  error,
  optional = false,
  disabled = false,
  options,
  typed,
  onType,
  onChoose,
  noMatch,
  ref,
}: ComboFieldProps) {
  const items = options.map((option) => ({ id: option.value, option }))
  return (
    <ComboBox
      menuTrigger="focus"
      allowsEmptyCollection
      inputValue={typed}
      onInputChange={onType}
      items={items}
      onChange={(key) => {
        if (key !== null) onChoose(String(key))
      }}
      {...ariaFieldProps({ error, optional, disabled })}
    >
      <FieldFrame label={label} hint={hint} error={error} optional={optional}>
        <Input {...(ref ? { ref } : {})} id={name} className={fieldClasses.box} />
      </FieldFrame>
      <Popover className={classNames(styles.popover)} offset={4}>
        <ListBox className={classNames(styles.list)} items={items} renderEmptyState={() => noMatch}>
          {({ option }) => <OptionLine option={option} />}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
