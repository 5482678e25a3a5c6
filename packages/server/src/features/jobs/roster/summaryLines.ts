/** What reports write below their lists: `Total pupils: 24`, `Printed 12/09/2026 10:14`; or the number in a cell of its own. */
const SUMMARY =
  /^(?:totals?|totalt|totalen|sum|sums|summa|summe|i alt|sammanlagt|samlet|tilsammen|antal|antall|anzahl|gesamt|insgesamt|gesamtzahl|totaal|aantal|suma|razem|ogółem|łącznie|yhteensä|en total|printed|utskriven|utskrevet|udskrevet|gedruckt|impreso|tulostettu|afgedrukt|wydrukowano)(?!\p{L}).*\d/iu
const SUM_ALONE =
  /^(?:totals?|totalt|totalen|sum|sums|summa|summe|i alt|sammanlagt|samlet|tilsammen|antal|antall|anzahl|gesamt|insgesamt|gesamtzahl|totaal|aantal|suma|razem|ogółem|łącznie|yhteensä|en total)[^\p{L}]*$/iu

/** Whether a line is what a report writes below its list. */
export function isSummary(name: string, cells: readonly string[]): boolean {
  return SUMMARY.test(name) || (SUM_ALONE.test(name) && cells.some((cell) => /^\d+$/.test(cell)))
}
