import { createContext, useContext } from 'react'

/** Where the house's own files are. A page that isn't at the root of its host says so. */
export const HouseFolder = createContext('/brand/')

export const useHouseFolder = (): string => useContext(HouseFolder)
