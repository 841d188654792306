import { type StaffRole, staffRoles } from '@playhouse/domain/staff'
import { RadioCards } from '#form/RadioCards'
import { useWords } from '#i18n'

type Props = { readonly value: StaffRole; readonly onChange: (role: StaffRole) => void }

/** The roles of staff users, each with what it may do. */
export function RoleField({ value, onChange }: Props) {
  const t = useWords('administration')
  const roles = useWords('box-office')
  return (
    <RadioCards
      name="staff-role"
      label={t('field.role')}
      value={value}
      onChange={onChange}
      cards={staffRoles.map((role) => ({ value: role, label: roles(`role.${role}`), hint: t(`may.${role}`) }))}
    />
  )
}
