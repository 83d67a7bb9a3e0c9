/* Games in the browser's database, each as one text. */

export interface Kept {
  id: string;
  text: string;
  /* counts up from the oldest */
  n: number;
}

const GAMES = 'games';

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('aborted'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

export class GameStore {
  #db: IDBDatabase | undefined;

  constructor(readonly name: string) {}

  async #open(): Promise<IDBDatabase> {
    if (this.#db) return this.#db;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(GAMES, { keyPath: 'id' });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
      asked.onblocked = () => reject(new Error('blocked'));
    });
    /* Somebody clears it away from under us, or wants to: it is opened anew when it is needed. */
    db.onclose = () => (this.#db = undefined);
    db.onversionchange = () => {
      db.close();
      this.#db = undefined;
    };
    return (this.#db = db);
  }

  /* Asks for something; a database that was closed from outside is opened once more. */
  async #read<T>(ask: (games: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    let games: IDBObjectStore;
    try {
      games = (await this.#open()).transaction(GAMES).objectStore(GAMES);
    } catch {
      this.#db = undefined;
      games = (await this.#open()).transaction(GAMES).objectStore(GAMES);
    }
    const asked = ask(games);
    return new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }

  all(): Promise<Kept[]> {
    return this.#read((games) => games.getAll());
  }

  async ids(): Promise<string[]> {
    return (await this.#read((games) => games.getAllKeys())).map(String);
  }

  /* All of it or nothing, and on the disk when this resolves. */
  async write(puts: Kept[], removes: string[]) {
    const db = await this.#open();
    let transaction: IDBTransaction;
    try {
      transaction = db.transaction(GAMES, 'readwrite', { durability: 'strict' });
    } catch (e) {
      this.#db = undefined;
      throw e;
    }
    const games = transaction.objectStore(GAMES);
    const finished = done(transaction);
    try {
      for (const game of puts) games.put(game);
      for (const id of removes) games.delete(id);
    } catch (e) {
      finished.catch(() => {});
      transaction.abort();
      throw e;
    }
    await finished;
  }
}
