// Invented people: no pair is meant to be anybody.

export const FIRST_NAMES =
  `Ada Amos Bea Bram Cal Cleo Dax Della Eli Esme Finn Flora Gus Greta Hale Hope Ike Ines Jude Juno Kai Kira Lars Lena
  Milo Mara Ned Nell Otis Opal Pip Pearl Quin Rhea Rex Sage Silas Tess Tobin Una Vance Vera Wade Willa Xavi Yara Zeke Zora`.split(
    /\s+/,
  )

export const LAST_NAMES =
  `North Ash Barrow Bell Birch Brook Carver Clay Cole Crane Dale Drake Ember Fairley Fenn Flint Ford Frost Gale Glenn
  Grove Hart Hayes Heath Holt Hunt Ives Keel Kerr Knox Lane Lark Locke Marsh Mead Moss Nash Oakes Orr Penn Pike Quill Rand
  Reed Rowe Rush Shaw Slate Snow Sparrow Stone Storm Thorn Vale Ward Wells West Wick Wilde Wren`.split(/\s+/)
