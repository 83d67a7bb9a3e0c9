/* Runs a fuzz target over files, without libFuzzer. */
#include "fuzz.h"

int main(int argc, char **argv)
{
    int files = 0;

    for (int i = 1; i < argc; i++, files++) {
        FILE *file = fopen(argv[i], "rb");
        static uint8_t data[1 << 20];
        size_t size;

        if (!file) {
            perror(argv[i]);
            return EXIT_FAILURE;
        }
        size = fread(data, 1, sizeof data, file);
        (void)fclose(file);
        /* A block of exactly the right size, so that sanitizers notice reads past its end. */
        uint8_t *exact = malloc(size ? size : 1);

        if (!exact)
            return EXIT_FAILURE;
        for (size_t k = 0; k < size; k++)
            exact[k] = data[k];
        (void)LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%d inputs\n", files);
    return files > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
