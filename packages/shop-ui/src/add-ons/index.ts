export { AddOnList, sellsAddOns, useAddOns, useEndAddOns, useStartAddOns } from './AddOns.tsx'
export { OrderAddOns } from './OrderAddOns.tsx'
export { VisitButton } from './VisitButton.tsx'
