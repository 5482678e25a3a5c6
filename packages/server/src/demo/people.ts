import type { Looks } from './figure.ts'

/** The children of the demo world and their siblings. All invented. */
export type Child = { key: string; name: string; group: string; code?: string; looks: Looks }

const HAIR = { black: '2c1b18', dark: '4a2c20', brown: '724133', auburn: 'a55728', blond: 'd6b370', sand: 'b58143' }
const SKIN = { light: 'f1c3a5', rose: 'eab48f', tan: 'c68e7a', olive: 'b98e6a', brown: 'a36b4f', deep: '6f4632' }

const emma: Looks = {
  hair: 'sideComed',
  rearHair: 'longWavy',
  hairColour: HAIR.auburn,
  skin: SKIN.light,
  clothes: 'shirt',
  clothesColour: 'b4432f',
  extras: ['freckles'],
}

export const mapleGrove: readonly Child[] = [
  { key: '4001', name: 'Emma Carter', group: '4B', code: 'MAPLE7', looks: emma },
  {
    key: '4002',
    name: 'Oliver Reed',
    group: '4B',
    looks: {
      hair: 'undercut',
      rearHair: null,
      hairColour: HAIR.brown,
      skin: SKIN.light,
      clothes: 'openJacket',
      clothesColour: '2f5d8a',
    },
  },
  {
    key: '4003',
    name: 'Sofia Martinez',
    group: '4B',
    looks: {
      hair: 'bun',
      rearHair: null,
      hairColour: HAIR.black,
      skin: SKIN.olive,
      clothes: 'dress',
      clothesColour: 'd99a1c',
      extras: ['bow'],
    },
  },
  {
    key: '4004',
    name: 'Jackson Lee',
    group: '4B',
    looks: {
      hair: 'spiky',
      rearHair: null,
      hairColour: HAIR.black,
      skin: SKIN.rose,
      clothes: 'tShirt',
      clothesColour: '3f7f5f',
    },
  },
  {
    key: '4005',
    name: 'Ava Thompson',
    group: '4B',
    looks: {
      hair: 'sideComed',
      rearHair: 'shoulderHigh',
      hairColour: HAIR.black,
      skin: SKIN.deep,
      clothes: 'turtleNeck',
      clothesColour: 'c2557a',
      extras: ['glasses'],
    },
  },
  {
    key: '4006',
    name: 'Mateo Alvarez',
    group: '4B',
    looks: {
      hair: 'undercut',
      rearHair: null,
      hairColour: HAIR.dark,
      skin: SKIN.tan,
      clothes: 'shirt',
      clothesColour: '46568f',
    },
  },
  {
    key: '4007',
    name: 'Grace Kim',
    group: '4B',
    looks: {
      hair: 'sideComed',
      rearHair: 'longStraight',
      hairColour: HAIR.black,
      skin: SKIN.rose,
      clothes: 'tShirt',
      clothesColour: '7a5ea8',
    },
  },
  {
    key: '2001',
    name: 'Noah Carter',
    group: '2A',
    code: 'CEDAR4',
    looks: {
      hair: 'spiky',
      rearHair: null,
      hairColour: HAIR.auburn,
      skin: SKIN.light,
      clothes: 'tShirt',
      clothesColour: '2f7a6b',
      extras: ['glasses', 'freckles'],
    },
  },
  {
    key: '2002',
    name: 'Isla Bennett',
    group: '2A',
    looks: {
      hair: 'bun',
      rearHair: null,
      hairColour: HAIR.blond,
      skin: SKIN.light,
      clothes: 'turtleNeck',
      clothesColour: '4a8bb0',
    },
  },
  {
    key: '2003',
    name: 'Lucas Nguyen',
    group: '2A',
    looks: {
      hair: 'undercut',
      rearHair: null,
      hairColour: HAIR.black,
      skin: SKIN.rose,
      clothes: 'openJacket',
      clothesColour: 'b1662b',
    },
  },
  {
    key: '2004',
    name: 'Zoe Patel',
    group: '2A',
    looks: {
      hair: 'sideComed',
      rearHair: 'neckHigh',
      hairColour: HAIR.black,
      skin: SKIN.brown,
      clothes: 'tShirt',
      clothesColour: 'c44d4d',
      extras: ['bow'],
    },
  },
  {
    key: '2005',
    name: 'Henry Walsh',
    group: '2A',
    looks: {
      hair: 'spiky',
      rearHair: null,
      hairColour: HAIR.sand,
      skin: SKIN.light,
      clothes: 'shirt',
      clothesColour: '55708c',
      extras: ['freckles'],
    },
  },
  {
    key: '2006',
    name: 'Amara Okafor',
    group: '2A',
    looks: {
      hair: 'bun',
      rearHair: null,
      hairColour: HAIR.black,
      skin: SKIN.deep,
      clothes: 'tShirt',
      clothesColour: 'e0a526',
    },
  },
]

const TEAM = 'c4302b'

export const riverside: readonly Child[] = [
  {
    key: 'FC-07',
    name: 'Liam Diaz',
    group: 'FC',
    code: 'BIRCH9',
    looks: {
      hair: 'undercut',
      rearHair: null,
      hairColour: HAIR.black,
      skin: SKIN.olive,
      clothes: 'tShirt',
      clothesColour: TEAM,
    },
  },
  {
    key: 'FC-10',
    name: 'Nora Quinn',
    group: 'FC',
    looks: {
      hair: 'bun',
      rearHair: null,
      hairColour: HAIR.auburn,
      skin: SKIN.light,
      clothes: 'tShirt',
      clothesColour: TEAM,
      extras: ['freckles'],
    },
  },
  {
    key: 'FC-11',
    name: 'Theo Grant',
    group: 'FC',
    looks: {
      hair: 'spiky',
      rearHair: null,
      hairColour: HAIR.black,
      skin: SKIN.deep,
      clothes: 'tShirt',
      clothesColour: TEAM,
    },
  },
  {
    key: 'FC-14',
    name: 'Maya Singh',
    group: 'FC',
    looks: {
      hair: 'sideComed',
      rearHair: 'longStraight',
      hairColour: HAIR.black,
      skin: SKIN.tan,
      clothes: 'tShirt',
      clothesColour: TEAM,
    },
  },
]

export const earlier: readonly Child[] = [
  {
    key: '1001',
    name: 'Ruby Sullivan',
    group: '1C',
    code: 'ASPEN2',
    looks: {
      hair: 'sideComed',
      rearHair: 'shoulderHigh',
      hairColour: HAIR.sand,
      skin: SKIN.light,
      clothes: 'dress',
      clothesColour: '5b7fae',
      extras: ['bow'],
    },
  },
]

export const lakeside: readonly Child[] = [
  {
    key: 'K-01',
    name: 'Mila Hughes',
    group: 'Ducklings',
    code: 'WILLOW3',
    looks: {
      hair: 'bun',
      rearHair: null,
      hairColour: HAIR.brown,
      skin: SKIN.rose,
      clothes: 'turtleNeck',
      clothesColour: 'd08a3c',
    },
  },
]

export const fjellgata: readonly Child[] = [
  {
    key: '51',
    name: 'Ingrid Solberg',
    group: '5A',
    code: 'FJORD5',
    looks: {
      hair: 'sideComed',
      rearHair: 'longStraight',
      hairColour: HAIR.blond,
      skin: SKIN.light,
      clothes: 'turtleNeck',
      clothesColour: '2b4f63',
    },
  },
  {
    key: '52',
    name: 'Jonas Breivik',
    group: '5A',
    code: 'BREEN8',
    looks: {
      hair: 'undercut',
      rearHair: null,
      hairColour: HAIR.sand,
      skin: SKIN.light,
      clothes: 'shirt',
      clothesColour: '6b4038',
      extras: ['freckles'],
    },
  },
  {
    key: '53',
    name: 'Sofie Haugen',
    group: '5A',
    looks: {
      hair: 'bun',
      rearHair: null,
      hairColour: HAIR.brown,
      skin: SKIN.rose,
      clothes: 'openJacket',
      clothesColour: '80465c',
    },
  },
  {
    key: '54',
    name: 'Emil Ødegård',
    group: '5A',
    looks: {
      hair: 'spiky',
      rearHair: null,
      hairColour: HAIR.blond,
      skin: SKIN.light,
      clothes: 'tShirt',
      clothesColour: '3a6b58',
    },
  },
  {
    key: '55',
    name: 'Amina Yusuf',
    group: '5A',
    looks: {
      hair: 'sideComed',
      rearHair: 'longWavy',
      hairColour: HAIR.black,
      skin: SKIN.brown,
      clothes: 'turtleNeck',
      clothesColour: '96703a',
      extras: ['glasses'],
    },
  },
]
