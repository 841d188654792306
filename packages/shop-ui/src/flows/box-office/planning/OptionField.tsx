import { Select, type SelectProps } from '#form/Select'

/** A select of the screens of the programme. */
export const OptionField = <Value extends string>(props: SelectProps<Value>) => <Select {...props} />
