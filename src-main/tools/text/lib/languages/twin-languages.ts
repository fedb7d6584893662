/** Languages that detectors take for one another, or of which they know one alone. */
export interface Twins {
  /** Where one of these comes first, the words decide. */
  readonly of: readonly string[]
  /** Words that are frequent in one of them and are not words of the others. */
  readonly words: Readonly<Record<string, ReadonlySet<string>>>
  /** The languages that words can put first; the others are only in the way of them. All if absent. */
  readonly to?: readonly string[]
}

export const TWINS: readonly Twins[] = [
  {
    of: ['id', 'ms'],
    words: {
      id: wordsIn(`
        bahwa karena bisa uang kantor polisi universitas perusahaan setelah yaitu mobil kalau nggak gak
        rupiah situs ponsel saja jepang inggris prancis agustus maret juni juli desember telepon
        televisi olahraga karunia dikaruniai hendaknya kesehatan musik kelompok resmi senin jumat beasiswa
        aktivitas kualitas gedung`),
      ms: wordsIn(`
        bahawa kerana ialah awak wang pejabat polis universiti syarikat selepas iaitu mahu manakala
        tarikh ringgit peratus daripada sahaja jepun inggeris perancis ogos julai disember telefon
        televisyen sukan sekiranya semasa apabila kanak-kanak hospital
        kurnia dikurniai kesihatan muzik rasmi isnin jumaat biasiswa aktiviti kualiti warganegara`),
    },
  },
  {
    of: ['no', 'da', 'sv', 'is'],
    to: ['nn'],
    words: {
      nn: wordsIn(`
        ikkje eg noko nokon berre frå kva vere vart mykje sjølv korleis eit gjere òg kven kvar fleire
        kjem seier fekk gjekk blei desse vore dei ei medan sidan seinare namnet noreg framleis fyrste
        vanleg vert heile`),
      no: wordsIn(`
        ikke jeg noe noen fra hva være ble mye selv hvordan gjøre også hvem hvor flere kommer sier fikk
        gikk disse vært de et siden mens senere navnet norge fortsatt første vanlig blir hele`),
    },
  },
  {
    of: ['hr', 'bs', 'sr'],
    words: {
      hr: wordsIn(`
        tko što netko nešto prije poslije uvijek gdje tjedan tisuća tisuće europa europe europske
        kolovoza rujna listopada studenoga studenog prosinca siječnja veljače ožujka travnja svibnja
        lipnja srpnja točno povijest sveučilište zrakoplov vlak kruh unatoč tijekom glazba glazbe sustav
        sustava obitelj obitelji milijuna
        tjedna tjedni tisuću kolovozu siječnju europi povijesti sveučilišta`),
      bs: wordsIn(`
        šta ko neko prije poslije uvijek gdje sedmica hiljada hiljade evropa evrope evropske augusta
        septembra oktobra novembra decembra januara februara marta aprila juna jula tačno historija
        univerzitet muzika muzike vijeće tokom sistem sistema porodica porodice miliona
        sedmice sedmici hiljadu augustu januaru evropi historije univerziteta`),
      sr: wordsIn(`
        šta ko neko pre posle uvek gde nedelja hiljada hiljade evropa evrope evropske avgusta septembra
        oktobra novembra decembra januara februara marta aprila juna jula tačno istorija univerzitet
        opština opštine muzika veće vreme deca čovek ovde reč svet mesto tokom sistem sistema porodica
        porodice miliona
        nedelje nedelji hiljadu avgustu januaru evropi istorije univerziteta`),
    },
  },
]

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
