export const MAX_OPERATOR_LETTERS = 100

/** Whether a text is the name of an operator, as it is recorded with what they do. */
export const isOperatorName = (name: string): boolean => name !== '' && name.length <= MAX_OPERATOR_LETTERS
