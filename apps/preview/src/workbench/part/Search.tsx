import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { SearchField } from 'react-aria-components/SearchField'
import styles from './Search.module.css'

type SearchProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }

/** A search field; Escape clears it. */
export const Search = ({ label, value, onChange }: SearchProps) => (
  <SearchField value={value} onChange={onChange} className={styles['search'] ?? ''}>
    <Label>{label}</Label>
    <Input />
  </SearchField>
)
