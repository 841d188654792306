export { boxWalls } from './boxes.ts'
export { standingFloor, type StandingMark } from './standing.ts'
export { tableNames, tablesOf, tableTops } from './tables.ts'
export { areaLetter, areasFar, areasNear, type DrawnArea, isThin } from './areas.ts'
export { type Label, type Ring, type Shape, type DisplayList, type Stroke, type Text, shorten } from './drawing.ts'
export { focusRing, hoverRing } from './focus.ts'
export { evenLight, ground, litGround, stageLight } from './ground.ts'
export {
  type AreaWords,
  numberForm,
  farForm,
  addFarName,
  type FarName,
  createFarName,
  isNameOnly,
  isNumberOnly,
  nameBelow,
  areaNumberOf,
} from './far-names.ts'
export { nearName, nearSizes, nearText, placeOf } from './near-names.ts'
export { firstLetterSize, letterSize, rowLabels, rowPlaces, type RowPlace } from './rows.ts'
export { drawnNumber, numberHeight, numberPlace } from './seat-numbers.ts'
export { selectionPins } from './selection.ts'
export { stage, stageLabelScales, stageLabel } from './stage.ts'
