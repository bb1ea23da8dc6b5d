from carreau.cli import main

main()
