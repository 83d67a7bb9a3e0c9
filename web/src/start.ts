/* The first script, small so that it is there at once. It asks for all that the first page needs, in
 * the reader's language, while the program itself is still on its way. */
import './theme.css';
import { load } from './gen/texts';
import { parse, pathOf } from './lib/address';
import { kept } from './lib/kept';
import { languageFor } from './lib/language';
import { pages } from './pages';

void import('./main');
load[languageFor(kept()['language'])]().catch(() => {}); /* whoever needs them asks again */
pages[parse(pathOf(location)).page]().catch(() => {});
